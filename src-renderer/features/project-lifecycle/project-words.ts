import type { ProjectCreated } from '../../../src-shared/schemas/project-lifecycle.ts'

type Mode = ProjectCreated['mode']

/** The collaboration modes, as one chooses among them (document: "Project"). */
export const MODES: { value: Mode; label: string }[] = [
  { value: 'open', label: 'Open: everybody sees it and may request changes' },
  { value: 'protected', label: 'Protected: everybody sees it, members request changes' },
  { value: 'private', label: 'Private: only its members see it' },
]

/** Who sees a project, and who changes what in it (semantics.md 3.6). */
export const MODE_IN_WORDS: Record<Mode, string> = {
  open: 'Everybody sees it and may request changes. Its flags are changed by those who hold a role in it.',
  protected:
    'Everybody sees it. Only its members and Admins may request changes; its flags are changed by those who hold a role in it.',
  private:
    'Only its members see it, and so do Admins, Editors and holders of a custom root role. To others it is not there. Only its members and Admins may request changes.',
}

interface Draft {
  mode: string
  environments: readonly string[]
  /** Environments in which changes have to be approved, and by how many. */
  approvals: readonly { name: string; requiredApprovals: number }[]
}

/** What a project is going to be, sentence by sentence. */
export function projectInWords({ mode, environments, approvals }: Draft): string[] {
  return [
    mode === 'private'
      ? 'Only its members see it, and so do Admins, Editors and holders of a custom root role.'
      : mode === 'protected'
        ? 'Everybody sees it; its members may request changes.'
        : 'Everybody sees it and may request changes.',
    environments.length === 0
      ? 'It has no environment: no flag can be enabled in it until one is added.'
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
