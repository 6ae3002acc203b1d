import { api, type Outputs } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'

type Segments = Outputs['getSegments']

/** Reads the segments of the instance and of its projects. */
export const segmentsQuery = (): { queryKey: readonly string[]; queryFn: () => Promise<Segments> } => ({
  queryKey: keys.segments,
  queryFn: () => api.getSegments.query({}),
})

/** Tells that strategies of a milestone ask for segments. */
export const hasSegments = ({
  strategies,
}: {
  strategies: readonly { segments: readonly number[] }[]
}): boolean => strategies.some(({ segments }) => segments.length > 0)

/** The names of segments by their ids. */
export const segmentNames = (list: Segments | undefined): ReadonlyMap<number, string> =>
  new Map(list?.segments.map(({ id, name }) => [id, name]))
