import { compositeKey } from '#shared/composite-key.ts'
import { decide, DEFAULT_PROJECT } from '#shared/access/rules/index.ts'
import { getPersonalDashboard as all } from '#shared/projects/contract/personal-dashboard.ts'
import type { PersonalDashboard } from '#shared/projects/schemas/personal-dashboard.ts'
import type { ProjectListItem } from '#shared/projects/schemas/project.ts'
import { inSteps } from '#kernel/in-steps.ts'
import { query } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { listProjects } from '../../records/projects/projects.read-model.ts'
import { imageUrlOf } from '#domains/access/records/users/user.ts'
import { requirePersonCalling } from '#domains/access/records/users/require-person.ts'
import { readFlagsOf, readPeople } from '../../records/personal-dashboard/personal-dashboard.read-model.ts'

/**
 * Returns the caller's flags and projects, and whom to ask for more access (recorded exchange
 * instance/personal-dashboard). A token has no user: 400 (the original responds 500).
 */
export const getPersonalDashboard = ({ access }: { access: AccessDirectory }) =>
  query(all, async ({ queries, now, caller }) => {
    const user = requirePersonCalling(caller)
    const mine = new Set([DEFAULT_PROJECT, ...access.grantsOf(user).flatMap(({ project }) => project ?? [])])
    const projects = await listProjects(queries, now, { archived: false, user })
    return {
      projects: projects.filter(({ id }) => mine.has(id)).map(toProject),
      flags: await readFlagsOf(queries, user),
      projectOwners: ownersOf(projects),
      admins: await adminsOf(access, await readPeople(queries)),
    }
  })

function toProject(project: ProjectListItem): PersonalDashboard['projects'][number] {
  const { id, name, health, technicalDebt, memberCount, featureCount } = project
  return { id, name, health, technicalDebt, memberCount, featureCount }
}

/** Lists the owners of all projects, without duplicates. */
function ownersOf(projects: readonly ProjectListItem[]): PersonalDashboard['projectOwners'] {
  const owners = projects.flatMap((project) => project.owners)
  const people = owners.filter((owner) => owner.ownerType === 'user')
  return [...new Map(people.map((owner) => [compositeKey(owner.imageUrl, owner.name), owner])).values()]
}

type Person = Awaited<ReturnType<typeof readPeople>>[number]

async function adminsOf(
  access: AccessDirectory,
  people: readonly Person[],
): Promise<PersonalDashboard['admins']> {
  const admins: PersonalDashboard['admins'] = []
  await inSteps(people, (person) => {
    if (decide(access.subjectOfUser(person.id), { anyOf: ['ADMIN'] }).allowed) admins.push(toAdmin(person))
  })
  return admins
}

const toAdmin = (person: Person): PersonalDashboard['admins'][number] => ({
  id: person.id,
  ...(person.name === null ? {} : { name: person.name }),
  ...(person.username === null ? {} : { username: person.username }),
  ...(person.email === null ? {} : { email: person.email }),
  imageUrl: imageUrlOf(person),
})
