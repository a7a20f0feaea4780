import type {
  Rule,
  RuleAction,
  RuleCondition,
  RuleEffect,
} from '../../../../src/contract/site/rules.ts'
import { countOfPhotos, grouped } from '../../../../src/contract/text/counts.ts'

const stars = (atLeast: number) =>
  atLeast === 5 ? '5 stars' : `${atLeast} ${atLeast === 1 ? 'star' : 'stars'} or more`

const conditionText = (condition: RuleCondition): string => {
  switch (condition.kind) {
    case 'rating':
      return `it has ${stars(condition.atLeast)}`
    case 'label':
      return `its colour label is “${condition.is}”`
    case 'keyword':
      return `a keyword ${condition.how === 'is' ? 'is' : 'begins with'} “${condition.keyword}”`
    case 'folder':
      return `it comes from the folder “${condition.is}”`
  }
}

const actionText = (action: RuleAction): string => {
  switch (action.kind) {
    case 'add to photostream':
      return 'add it to the photostream'
    case 'remove from photostream':
      return 'remove it from the photostream'
    case 'add to album':
      return `add it to the album “${action.album}”`
    case 'hide keyword':
      return 'hide the keyword from visitors'
  }
}

export const ruleText = ({ conditions, action }: Rule): string =>
  `If ${conditions.map(conditionText).join(' and ')}: ${actionText(action)}`

export const effectText = (effect: RuleEffect): string => {
  switch (effect.kind) {
    case 'hide':
      return `Hides “${effect.keyword}”`
    case 'show':
      return `Shows “${effect.keyword}” again`
    case 'add':
      return effect.isPhotostream ? 'Added to the photostream' : `Added to “${effect.album}”`
    case 'remove':
      return effect.isPhotostream
        ? 'Removed from the photostream'
        : `Removed from “${effect.album}”`
  }
}

export const texts = {
  lead: 'Rules sort each new photo and each new version of one, from top to bottom: where two disagree, the lower one wins. Rules never move photos you added or removed by hand.',
  older:
    'Colour labels and keyword hierarchies of older photos are known once their files have been read again.',
  noPhotostream: 'There is no photostream yet. Until you choose one, rules about it do nothing.',
  list: 'Rules',
  none: 'There are no rules yet.',
  add: 'New rule',
  edit: 'Edit',
  up: 'Move up',
  down: 'Move down',
  remove: 'Delete',
  about: (what: string, number: number) => `${what}: rule ${number}`,
  moved: (number: number, total: number) => `Now rule ${number} of ${total}`,
  deleted: 'Rule deleted',
  undo: 'Undo',
  couldNotSave: (reason: string) => `Could not save the rules: ${reason}`,
  form: {
    name: (number: number | undefined) => (number === undefined ? 'New rule' : `Rule ${number}`),
    conditions: 'If all of this is true',
    condition: (number: number) => `Condition ${number}`,
    kinds: {
      rating: 'Rating',
      label: 'Colour label',
      keyword: 'Keyword',
      folder: 'Source folder',
    },
    atLeast: 'Stars',
    stars,
    label: 'Label',
    labelHint: 'As your photo editor writes it, such as Red',
    how: 'Comparison',
    hows: { is: 'is', 'begins with': 'begins with' },
    keyword: 'Keyword',
    keywordHint: 'Also finds any level of a keyword hierarchy',
    folder: 'Folder',
    folderHint: 'A name or a path. Includes subfolders.',
    addCondition: 'Add a condition',
    removeCondition: (number: number) => `Remove condition ${number}`,
    action: 'Then',
    actions: {
      'add to photostream': 'Add to the photostream',
      'add to album': 'Add to an album',
      'remove from photostream': 'Remove from the photostream',
      'hide keyword': 'Hide the keyword',
    },
    album: 'Album',
    albumHint:
      'Created if it does not exist. A new album is visible to everyone until you give it a code.',
    hideHint:
      'Visitors do not see the keyword or those below it, and cannot find photos by them. You still can.',
    missing: 'Fill this in',
    needsKeyword: 'Add a condition that says which keyword',
    save: 'Save',
    cancel: 'Cancel',
  },
  present: {
    heading: 'Existing photos',
    text: 'Rules do not change them until you apply the rules.',
    preview: 'Preview',
    looking: 'Looking through your photos…',
    nothing: 'The rules would change nothing.',
    total: (total: number) => `${countOfPhotos(total)} would change.`,
    madePublic: (count: number) =>
      `Visitors cannot see ${grouped(count)} of them now. Applying the rules would make ${count === 1 ? 'it' : 'them'} visible.`,
    newAlbums: (names: readonly string[]) =>
      `New ${names.length === 1 ? 'album' : 'albums'}: ${names.map((name) => `“${name}”`).join(', ')}`,
    list: 'What would change',
    more: 'Show more',
    apply: 'Apply',
    question: (total: number) => `Apply the rules to ${countOfPhotos(total)}?`,
    explanation: 'This cannot be undone in one step.',
    cancel: 'Stop',
    applying: 'Applying the rules',
    progress: (done: number, total: number) => `${grouped(done)} of ${countOfPhotos(total)}`,
    finished: (changed: number) => `Done: ${countOfPhotos(changed)} changed.`,
    cancelled: (changed: number) => `Stopped: ${countOfPhotos(changed)} changed.`,
  },
} as const
