import type { AccessDecision } from '#shared/access/schemas/access-decision.ts'

type Reason = AccessDecision['reasons'][number]

/** Describes how a user got a role: "given directly", "through the group QA". */
export function sourceInWords({ via }: Pick<Reason, 'via'>): string {
  switch (via.kind) {
    case 'direct':
      return 'given directly'
    case 'group':
    case 'group-root-role':
      return `through the group ${via.name}`
  }
}

/** Describes the scope of a role: "as root role", "in project Default". */
export const placeInWords = (
  { project }: Pick<Reason, 'project'>,
  projectName: (id: string) => string,
): string => (project === undefined ? 'as root role' : `in project ${projectName(project)}`)

const VERDICTS: Record<Reason['verdict'], string> = {
  grants: 'grants it',
  admin: 'may do everything',
  'lacks-permission': 'lacks the permission',
  'other-project': 'holds it for another project',
  'other-environment': 'holds it for another environment',
}

export const verdictInWords = ({ verdict }: Pick<Reason, 'verdict'>): string => VERDICTS[verdict]

export const isGranting = ({ verdict }: Pick<Reason, 'verdict'>): boolean =>
  verdict === 'grants' || verdict === 'admin'
