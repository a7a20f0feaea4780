// Which fields of a photo are its file's, and which were edited here.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  editedBy,
  editedSince,
  ownedFields,
  readAgain,
} from '../../src/gallery/photos/field-owners.ts'
import type { FieldValues } from '../../src/gallery/photos/row.ts'

const text = fc.constantFrom('', 'a', 'b')
const maybe = fc.constantFrom(null, 'a', 'b')
const fieldValues: fc.Arbitrary<FieldValues> = fc.record({
  title: text,
  description: text,
  keywords: fc.constantFrom('[]', '["a"]'),
  alt: maybe,
  creator: maybe,
  copyright: maybe,
  rating: fc.constantFrom(null, 3, 5),
})
const change = fc
  .tuple(fieldValues, fc.subarray([...ownedFields]))
  .map(([values, fields]) => Object.fromEntries(fields.map((field) => [field, values[field]])))

/** The file is read, or fields are edited here. */
const step = fc.oneof(
  fieldValues.map((file) => ({ file })),
  change.map((typed) => ({ typed })),
)

describe('field', () => {
  test('a field edited here survives every reading of the file, and the others follow the file', () => {
    fc.assert(
      fc.property(fieldValues, fc.array(step, { maxLength: 20 }), (first, steps) => {
        let file = first
        let fields = readAgain(first, { values: first, edited: {} })
        for (const each of steps) {
          const before = fields
          if ('file' in each) {
            file = each.file
            fields = readAgain(file, fields)
            for (const field of ownedFields) {
              const expected = field in before.edited ? before.values[field] : file[field]
              expect(fields.values[field]).toBe(expected)
            }
          } else {
            fields = editedBy(each.typed, fields)
            expect(fields.values).toEqual({ ...before.values, ...each.typed })
          }
          // What is edited is what differs from the file, and it is known what the file says.
          for (const field of ownedFields) {
            expect(field in fields.edited).toBe(fields.values[field] !== file[field])
            if (field in fields.edited) expect(fields.edited[field]).toBe(file[field])
          }
          expect(editedSince(file, fields.values)).toEqual(fields.edited)
        }
      }),
    )
  })

  test('an edited field follows the file again once both have the same value', () => {
    fc.assert(
      fc.property(fieldValues, change, (file, typed) => {
        const fields = editedBy(typed, { values: file, edited: {} })
        expect(editedBy(file, fields)).toEqual({ values: file, edited: {} })
      }),
    )
  })
})
