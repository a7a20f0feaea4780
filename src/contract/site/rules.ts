import { z } from 'zod'
import { line } from '../envelope.ts'
import { limits, ruleLimits } from '../limits.ts'
import { Photo } from '../photos/photos.ts'
import { schema } from '../schema.ts'

const text = (max: number) => line(max).refine((value) => value !== '', 'must not be empty')

export const RuleCondition = schema(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('rating'), atLeast: z.number().int().min(1).max(5) }),
    z.object({ kind: z.literal('label'), is: text(100) }),
    z.object({
      kind: z.literal('keyword'),
      how: z.enum(['is', 'begins with']),
      keyword: text(100).describe('also finds a level of a hierarchical keyword'),
    }),
    z.object({
      kind: z.literal('folder'),
      is: text(1000).describe('a name or path; photos in its subfolders match, too'),
    }),
  ]),
)
export type RuleCondition = z.infer<ReturnType<typeof RuleCondition>>

export const RuleAction = schema(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('add to photostream') }),
    z.object({ kind: z.literal('remove from photostream') }),
    z.object({
      kind: z.literal('add to album'),
      album: text(limits.albumName).describe('its name; the album is created if there is none'),
    }),
    z.object({ kind: z.literal('hide keyword') }).describe('hides it from visitors'),
  ]),
)
export type RuleAction = z.infer<ReturnType<typeof RuleAction>>

export const Rule = schema(() =>
  z
    .object({
      conditions: z
        .array(RuleCondition())
        .min(1, 'must have at least one condition')
        .max(ruleLimits.conditions)
        .describe('all of them must be met'),
      action: RuleAction(),
    })
    .refine(
      ({ action, conditions }) =>
        action.kind !== 'hide keyword' || conditions.some(({ kind }) => kind === 'keyword'),
      { path: ['action'], message: 'needs a condition that says which keyword to hide' },
    )
    .meta({ ref: 'Rule' }),
)
export type Rule = z.infer<ReturnType<typeof Rule>>

const list = schema(() => z.array(Rule()).max(ruleLimits.rules))

export const RulesChange = schema(() =>
  z.object({ rules: list().describe('in the order in which they run') }),
)
export type RulesChange = z.infer<ReturnType<typeof RulesChange>>

/** How far the rules have been applied to the photos that are here. */
export const RuleRun = schema(() =>
  z
    .object({
      state: z.enum(['running', 'finished', 'cancelled']),
      total: z.number().int().describe('number of photos to look at'),
      done: z.number().int(),
      changed: z.number().int().describe('number of photos that were changed'),
      startedAt: z.iso.datetime(),
      finishedAt: z.iso.datetime().nullable(),
    })
    .meta({ ref: 'RuleRun' }),
)
export type RuleRun = z.infer<ReturnType<typeof RuleRun>>

export const Rules = schema(() =>
  z
    .object({
      rules: z.array(Rule()),
      run: RuleRun().nullable().describe('the last time they were applied to all photos'),
      labels: z.array(z.string()).describe('the colour labels of the photos, for suggestions'),
      folders: z.array(z.string()).describe('the folders that photos came from'),
      hasPhotostream: z.boolean().describe('without one, rules about it do nothing'),
    })
    .meta({ ref: 'Rules' }),
)
export type Rules = z.infer<ReturnType<typeof Rules>>

export const RulesPreviewRequest = schema(() =>
  z.object({
    rules: list().optional().describe('instead of the saved ones'),
    limit: z.number().int().min(1).max(ruleLimits.previewPage).default(ruleLimits.previewPage),
    offset: z.number().int().min(0).default(0),
  }),
)
export type RulesPreviewRequest = z.infer<ReturnType<typeof RulesPreviewRequest>>

export const RuleEffect = schema(() =>
  z
    .discriminatedUnion('kind', [
      z.object({
        kind: z.enum(['add', 'remove']),
        album: z.string().describe('its name'),
        isPhotostream: z.boolean(),
      }),
      z.object({
        kind: z.enum(['hide', 'show']).describe('shown again if no rule hides it any more'),
        keyword: z.string(),
      }),
    ])
    .meta({ ref: 'RuleEffect' }),
)
export type RuleEffect = z.infer<ReturnType<typeof RuleEffect>>

export const RulesPreview = schema(() =>
  z
    .object({
      total: z.number().int().describe('number of photos that would change'),
      madePublic: z.number().int().describe('how many of them visitors would then see'),
      newAlbums: z.array(z.string()).describe('albums that would be created'),
      offset: z.number().int(),
      photos: z.array(z.object({ photo: Photo(), effects: z.array(RuleEffect()) })),
    })
    .meta({ ref: 'RulesPreview' }),
)
export type RulesPreview = z.infer<ReturnType<typeof RulesPreview>>
