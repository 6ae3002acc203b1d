import type { ProjectCreated } from '#shared/projects/schemas/project-lifecycle.ts'

/** Project that each instance has. It cannot be deleted. */
export const DEFAULT_PROJECT = 'default'

type Mode = ProjectCreated['mode']

/** Collaboration modes to choose from (document: "Project"). */
export const MODES: { value: Mode; label: string }[] = [
  { value: 'open', label: 'Open: everyone can see it and request changes' },
  { value: 'protected', label: 'Protected: everyone can see it, members can request changes' },
  { value: 'private', label: 'Private: only members can see it' },
]

/** Texts on who sees a project and who changes it (docs/contract/projects.md#collaboration-modes). */
export const MODE_IN_WORDS: Record<Mode, string> = {
  open: 'Everyone can see it and request changes. Users with a role in it can change its flags.',
  protected:
    'Everyone can see it. Only members and Admins can request changes. Users with a role in it can change its flags.',
  private:
    'Only members, Admins, Editors and users with a custom root role can see it. Only members and Admins can request changes.',
}

interface Draft {
  mode: string
  environments: readonly string[]
  /** Environments in which changes have to be approved, and by how many. */
  approvals: readonly { name: string; requiredApprovals: number }[]
}

/** Describes a new project, sentence by sentence. */
export function projectInWords({ mode, environments, approvals }: Draft): string[] {
  return [
    mode === 'private'
      ? 'Only members, Admins, Editors and users with a custom root role can see it.'
      : mode === 'protected'
        ? 'Everyone can see it; members can request changes.'
        : 'Everyone can see it and request changes.',
    environments.length === 0
      ? 'It has no environments. Add one to enable flags.'
      : `Flags can be enabled in ${listed(environments)}.`,
    ...approvals
      .filter(({ name }) => environments.includes(name))
      .map(
        ({ name, requiredApprovals: n }) =>
          `In ${name}, changes need ${n === 1 ? 'one approval' : `${n} approvals`}.`,
      ),
    'You become its Owner.',
  ]
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
