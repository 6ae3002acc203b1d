import { describe, expect, it } from 'vitest'

import { inEvaluationOrder } from './strategy-order.ts'

const FIRST = '01M875TVJDPKRKHMVXB1F4M1Y5'
const SECOND = '01M875TVKC54MY0B8H2Z82H8DP'
const UUIDS = ['d83b0d77-e72f-4f89-b317-9f7c46158893', '3d1381b5-6737-483b-b451-e81da54cfd3d']

describe('exported strategies', () => {
  it.each([
    [
      'by their order, where the export says it',
      [
        { id: FIRST, sortOrder: 20 },
        { id: SECOND, sortOrder: 10 },
      ],
      [SECOND, FIRST],
    ],
    ['by their age, where it does not', [{ id: SECOND }, { id: FIRST }], [FIRST, SECOND]],
    ['not at all by ids that tell no age', UUIDS.map((id) => ({ id })), UUIDS],
    [
      'not at all by ids of two kinds',
      [{ id: SECOND }, { id: UUIDS[0] }, { id: FIRST }],
      [SECOND, UUIDS[0], FIRST],
    ],
  ])('are sorted %s', (_how, strategies, ids) => {
    expect(inEvaluationOrder(strategies).map(({ id }) => id)).toEqual(ids)
  })
})
