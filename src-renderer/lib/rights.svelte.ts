import { decide, type AccessScope, type Subject } from '#shared/access/rules/index.ts'
import { definitionOf, type Permission } from '#shared/access/permissions/index.ts'
import { requirementsAt } from '#shared/contract-engine/access.ts'
import { placeIn } from '#shared/contract-engine/place.ts'
import { isMadeUpstream, madeUpstream } from '#shared/clients/mirror/made-upstream.ts'
import { isReading } from '#shared/contract-engine/is-reading.ts'
import {
  FLAG_VARIANTS_ENDED,
  lackElsewhere,
  type OfferedOperation,
  type ServiceFacts,
} from '#shared/versions/rules/offered-elsewhere.ts'
import { surround, type DeclaredOperation, type Need } from '#ui/surroundings.ts'
import { grantsFrom, type HeldPermissions } from './grants-from.ts'
import { viewing } from './view-as.svelte.ts'

/** Makes the need of opening a page: the operation that reads it. */
export const needToRead = (operation: DeclaredOperation, place: AccessScope = {}): Need => ({
  operation,
  place,
  reads: true,
})

/** Names an operation and the place it is for; where any place will do, none. */
export const need = (operation: DeclaredOperation, place: AccessScope | 'instance' = {}): Need => ({
  operation,
  place,
})

/** Reads the place from the request, as the service does; undefined: only the service knows it. */
export function needOf(
  operation: DeclaredOperation,
  request: { params?: object; body?: unknown },
): Need | undefined {
  const { access, place = 'instance' } = operation
  if (access.kind === 'audience' || place === 'instance') return need(operation)
  // what another service lacks, and safe mode, do not depend on the place
  if (place === 'stored') return { operation, place }
  const [requirement] = requirementsAt(access, placeIn(place, { params: {}, body: {}, ...request }))
  const { project, environment } = requirement ?? {}
  return need(operation, {
    ...(project === undefined ? {} : { project }),
    ...(environment === undefined ? {} : { environment }),
  })
}

interface ProjectFacts {
  id: string
  name: string
  owners: readonly string[]
}

/** Rights of the signed-in user, and the people who can grant what is missing. Set by the shell. */
class Rights {
  #subject = $state.raw<Subject>()
  admins = $state.raw<readonly string[]>([])
  projects = $state.raw<readonly ProjectFacts[]>([])

  /** Undefined: a Halyard, which offers everything. */
  elsewhere = $state.raw<ServiceFacts>()
  /** Address of the instance that this one mirrors; undefined: it has flags of its own. */
  upstream = $state.raw<string>()
  /** Reason why this window only reads, whatever one's rights; undefined: its safe mode allows changes. */
  readOnly = $state.raw<string>()

  /** Undefined until it is read who is signed in: nothing is refused before that. */
  get subject(): Subject | undefined {
    return this.#subject
  }

  setHeld(held: HeldPermissions | undefined): void {
    this.#subject = held && { kind: 'user', id: 0, name: '', grants: grantsFrom(held) }
  }
}

export const rights = new Rights()

/** Explains why whoever is signed in may not do something, and who can grant it; undefined: they may. */
export function refusalOf(needed: Need | undefined): string | undefined {
  if (!needed) return undefined
  return (
    lackOf(needed.operation) ??
    (isReading(needed.operation) ? undefined : rights.readOnly) ??
    (rights.upstream !== undefined && isMadeUpstream(needed.operation)
      ? madeUpstream(rights.upstream)
      : undefined) ??
    missingPermissionOf(needed) ??
    (needed.reads ? undefined : viewingRefusal())
  )
}

surround({
  refusalOf,
  faultInWords: () => {
    if (!rights.elsewhere) return 'An error happened while this was shown.'
    const { version } = rights.elsewhere
    return `The service answers without something that is needed here. Its version${version ? `, ${version},` : ''} may not have it.`
  },
})

/** Explains why the service of this window does not have an operation, whatever one's rights; undefined: it has. */
export const lackOf = (operation: OfferedOperation): string | undefined =>
  rights.elsewhere && lackElsewhere(operation, rights.elsewhere)

export const isOffered = (operation: OfferedOperation): boolean => lackOf(operation) === undefined

/** Explains why a flag gets no variants of its own at the service of this window; undefined: it can. */
export const lackOfFlagVariants = (hasSome: boolean): string | undefined =>
  rights.elsewhere?.takesFlagVariants === false && !hasSome ? FLAG_VARIANTS_ENDED : undefined

export const allows = (needed: Need | undefined): boolean => refusalOf(needed) === undefined

/** The verb of a control that opens an editor: who may not save it reads it. */
export const editOrView = (needed: Need | undefined): 'Edit' | 'View' => (allows(needed) ? 'Edit' : 'View')

/** For reading: viewing as somebody else is no hindrance. */
export const missingPermissionOf = ({
  operation: { access, place: declared = 'instance' },
  place,
}: Need): string | undefined => {
  const { subject } = rights
  if (!subject || access.kind === 'audience' || place === 'stored') return undefined
  const isOfInstance = place === 'instance'
  const { project, environment } = isOfInstance || declared === 'instance' ? {} : place
  const decision = decide(subject, {
    anyOf: isOfInstance ? access.anyOf.filter((name) => definitionOf(name).scope === 'root') : access.anyOf,
    ...(project ? { project } : {}),
    ...(environment ? { environment } : {}),
  })
  return decision.smallestGrant && lackInWords(decision.smallestGrant)
}

function viewingRefusal(): string | undefined {
  return viewing.user && `You are viewing as ${viewing.user.name}. Stop viewing to change something.`
}

function lackInWords({ permission, project, environment }: { permission: Permission } & AccessScope): string {
  const admins = named('an Admin', rights.admins)
  if (permission === 'ADMIN') return `Only Admins can do this. Ask ${admins}.`
  const needed = `Needs “${definitionOf(permission).displayName}”`
  // a project permission without a place: it is enough to hold it anywhere
  if (definitionOf(permission).scope === 'root' || project === undefined) return `${needed}. Ask ${admins}.`
  const facts = rights.projects.find(({ id }) => id === project)
  const name = facts?.name ?? project
  const where =
    environment === undefined ? `in project ${name}` : `in project ${name}, environment ${environment}`
  return `${needed} ${where}. Ask ${named(`an owner of ${name}`, facts?.owners ?? [])} or ${admins}.`
}

const NAMED = 3

function named(whom: string, names: readonly string[]): string {
  if (names.length === 0) return whom
  const rest = names.length - NAMED
  const shown = names.slice(0, NAMED).join(', ')
  return `${whom} (${rest > 0 ? `${shown} and ${rest} more` : shown})`
}
