import { expect, test } from 'bun:test'
import { descriptionBeside } from '../../src/contract/photos/descriptions.ts'

test.each([
  ['Morning fog', 'Morning fog', ''],
  ['Morning fog', ' morning  FOG ', ''],
  ['Morning fog', 'Morning fog.', ''],
  ['“Morning fog”', 'Morning fog …', ''],
  ['Morning fog', 'Morning fog. Over the lake.', 'Morning fog. Over the lake.'],
  ['?', '!', '!'],
  ['…', '…', ''],
  ['C', 'C++', 'C++'],
  ['', 'Morning fog.', 'Morning fog.'],
  ['Morning fog', '', ''],
])(
  'a photo with the title %j and the description %j shows the description %j',
  (title, description, shown) => {
    expect(descriptionBeside(title, description)).toBe(shown)
  },
)
