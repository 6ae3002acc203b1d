import { HeadText } from './bounded.ts'

/** Values in one filter of a search: each is a condition of the query in the database. */
export const MAX_FILTER_VALUES = 200

/** A text of values separated by commas, with a bounded number of them. */
export const listText = () =>
  HeadText.check(({ value, issues }) => {
    if (value.split(',', MAX_FILTER_VALUES + 1).length > MAX_FILTER_VALUES)
      issues.push({
        code: 'too_big',
        origin: 'array',
        maximum: MAX_FILTER_VALUES,
        inclusive: true,
        input: value,
      })
  })

/**
 * A filter `OPERATOR:value,value` of the published contract. Errors and the OpenAPI document show the published pattern;
 * `linear` accepts the same texts without trying the same letters twice.
 */
export const filterText = (published: string, linear: RegExp) =>
  listText()
    .check(({ value, issues }) => {
      if (!linear.test(value))
        issues.push({
          code: 'invalid_format',
          format: 'regex',
          pattern: `/${published}/`,
          origin: 'string',
          input: value,
        })
    })
    .meta({ pattern: published })
