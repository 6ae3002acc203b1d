import type { Adaptation } from './adaptation.ts'

/**
 * docs/contract/versions.md#archived-query: `archived` of the search works, and is to go; `lifecycle=IS:archived` takes
 * its place.
 */
export const ARCHIVED_FILTER: Adaptation = {
  versions: '>=8.0.1',
  operations: ['searchFeatures'],
  describe: ({ parameters }) => {
    for (const parameter of parameters) if (parameter['name'] === 'archived') parameter['deprecated'] = true
  },
}
