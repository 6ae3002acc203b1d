import { api, type Outputs } from '#lib/api.ts'
import { getPropagation } from '#shared/clients/contract/edge.ts'
import type { InstanceBehind, Propagation, SdkRevision } from '#shared/clients/schemas/propagation.ts'
import { keys } from '#lib/queries.ts'
import { isOffered } from '#lib/rights.svelte.ts'

/** Names the mirrors that an SDK came through, in the order of its requests. */
export const viaInWords = (via: InstanceBehind['via']): string =>
  via.map(({ appName, instanceId }) => `${appName} ${instanceId}`).join(', then ')

/** An SDK that asks here, or one that asks a mirror. */
export interface PropagationRow extends Omit<SdkRevision, 'way' | 'revision'> {
  place: number
  way: SdkRevision['way'] | 'mirror'
  /** Mirrors that it came through: in short, and all of them by name. */
  via: { short: string; whole: string } | null
  /** False: what it may have is known to its mirror alone. */
  isKnown: boolean
}

/** Lists SDKs that ask here, and those behind mirrors with what the mirror that asks here has. */
export function propagationRows({
  sdks,
  behindMirrors,
}: Pick<Propagation, 'sdks' | 'behindMirrors'>): PropagationRow[] {
  const direct = sdks.map((sdk) => ({ ...sdk, via: null, isKnown: true }))
  const behind = behindMirrors.map(({ via, ...one }) => {
    const next = via.at(-1)
    // a mirror polls, and may have a stream beside
    const mirrors = sdks.filter(
      ({ appName, instance, environment }) =>
        appName === next?.appName && instance === next.instanceId && environment === one.environment,
    )
    const isCurrent = mirrors.some(({ behindSince }) => behindSince === null)
    return {
      ...{ ...one, way: 'mirror' as const, via: viaOfRow(via), isKnown: mirrors.length > 0 },
      behindSince: isCurrent ? null : (mirrors[0]?.behindSince ?? null),
    }
  })
  return [...direct, ...behind].map((one, place) => ({ ...one, place }))
}

const viaOfRow = (via: InstanceBehind['via']) => ({
  short: via.length === 1 ? `through ${via[0]?.appName ?? ''}` : `through ${via.length} mirrors`,
  whole: `through ${viaInWords(via)}`,
})

/** Query of the instances of an application that came through mirrors. */
export const connectionsQuery = (application: string) => ({
  queryKey: [...keys.propagation, application],
  queryFn: () => api.getPropagation.query({ query: { application } }),
  enabled: isOffered(getPropagation),
})

/** Finds the mirrors that one instance came through; undefined: it asks here. */
export const viaOf = (
  found: Outputs['getPropagation'] | undefined,
  { instanceId, environment }: { instanceId: string; environment: string },
): string | undefined => {
  const behind = found?.behindMirrors.find(
    (one) => one.instance === instanceId && one.environment === environment,
  )
  return behind && viaInWords(behind.via)
}
