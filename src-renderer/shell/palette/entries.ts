import type { Profile } from '#shared/desktop/profiles.ts'
import type { FoundItem, FoundKind } from '#shared/flags/schemas/found-item.ts'
import { projectTabs } from '#pages/projects/projects/project-tabs.ts'
import { rewordContractText } from '#lib/contract-texts.ts'
import { lackOfPage } from '#lib/lack-of-page.ts'
import { commands, refusalOfCommand } from '../commands.ts'
import { currentProject } from '../last-project.ts'
import { AREAS, SETTINGS } from '../navigation.ts'
import { showProfile } from '../profiles/profile-acts.ts'
import { stateOf } from '../profiles/profile-words.ts'
import { settingsPages } from '../settings-pages.ts'

export const GROUPS = [
  'Recent',
  'Pages',
  'Settings',
  'Instances',
  'Flags',
  'Projects',
  'Actions',
  'Change requests',
  'Segments',
  'Release templates',
  'Users',
  'Groups',
  'Roles',
  'Service accounts',
  'API tokens',
  'Environments',
  'Context fields',
  'Strategies',
  'Integrations',
  'Signal endpoints',
  'Action sets',
] as const
export type Group = (typeof GROUPS)[number]

/** Something to jump to, or to do. */
export interface Entry {
  group: Group
  label: string
  /** Tells it from others of the name: the project of a flag, where a page is. */
  note?: string
  /** Other words that it is found by. */
  also?: string
  /** Either leads somewhere, or does something. */
  path?: string
  run?: () => void
  /** Reason why it cannot be done. */
  refusal?: string | undefined
  /** The service found it, by what is not shown here. */
  isFound?: boolean
}

interface PageWords {
  label: string
  path: string
  note?: string | undefined
  also?: string | undefined
}

/** Pages that the navigation does not name, and other names of those that it does. */
const MORE_PAGES: readonly (readonly [label: string, path: string, where: string, also?: string])[] = [
  ['Profile', '/profile', 'You', 'account me settings password'],
  ['Personal access tokens', '/profile', 'Profile', 'api key pat'],
  ['Inactive users', '/admin/users/inactive', 'Users', 'unused accounts'],
  ['View as another user', '/admin/users', 'Users', 'impersonate see as'],
  ['Refused requests', '/signals/view/refused', 'Signals', 'rejected'],
  ['Requests to review', '/change-requests', 'Change requests', 'approve pending'],
  ['All signals', '/signals/view/all', 'Signals', 'incoming webhooks'],
]

/** Other profiles of the desktop app, which are shown in this window. */
export const profileEntries = (profiles: readonly Profile[]): Entry[] =>
  profiles
    .filter(({ isCurrent }) => !isCurrent)
    .map((profile) => ({
      group: 'Instances',
      label: `Switch to ${profile.name}`,
      note: stateOf(profile),
      also: 'profile instance',
      run: () => void showProfile(profile, 'here'),
    }))

/** The pages, and the tabs of the project that one is in. A page without permission says so itself. */
export const pageEntries = (location: string, projectName: (id: string) => string): Entry[] =>
  allPages(location, projectName).map((entry) => ({
    ...entry,
    refusal: entry.path && lackOfPage(entry.path),
  }))

const pageEntry = ({ label, path, note, also }: PageWords): Entry => ({
  group: 'Pages',
  label,
  path,
  ...(note ? { note } : {}),
  ...(also ? { also } : {}),
})

function allPages(location: string, projectName: (id: string) => string): Entry[] {
  const project = currentProject(location)
  return [
    ...AREAS.flatMap(({ label: area, pages }) =>
      pages.map(({ label, path, also }) =>
        pageEntry({ label, path, also, note: label === area ? '' : area }),
      ),
    ),
    pageEntry({ label: SETTINGS.label, path: SETTINGS.pages[0].path }),
    ...settingsPages().map(({ label, path, also }) => ({
      group: 'Settings' as const,
      label,
      path,
      note: 'Settings',
      also: `settings ${also ?? ''}`,
    })),
    ...MORE_PAGES.map(([label, path, note, also]) => pageEntry({ label, path, note, also })),
    ...(project === undefined
      ? []
      : [
          ...projectTabs(project).flatMap(({ label: tab, pages }) =>
            pages.map(({ label, path }) => ({ path, label: label === 'General' ? tab : label })),
          ),
        ].map(({ label, path }) => pageEntry({ label, path, note: `in ${projectName(project)}` }))),
  ]
}

export const commandEntries = (): Entry[] =>
  commands().map((command) => ({
    group: 'Actions' as const,
    label: command.label,
    run: command.run,
    ...(command.also ? { also: command.also } : {}),
    ...(command.keys ? { note: command.keys } : {}),
    refusal: refusalOfCommand(command),
  }))

const KINDS: Record<FoundKind, { group: Group; pathOf: (item: FoundItem) => string }> = {
  flag: { group: 'Flags', pathOf: ({ id, project }) => `/projects/${project}/features/${id}` },
  project: { group: 'Projects', pathOf: ({ id }) => `/projects/${id}` },
  segment: { group: 'Segments', pathOf: () => '/segments' },
  environment: { group: 'Environments', pathOf: () => '/admin/environments' },
  'context-field': { group: 'Context fields', pathOf: () => '/context' },
  strategy: { group: 'Strategies', pathOf: () => '/strategies' },
  'release-template': {
    group: 'Release templates',
    pathOf: ({ id, project }) =>
      project ? `/projects/${project}/settings/release-templates/${id}` : `/release-templates/${id}`,
  },
  integration: { group: 'Integrations', pathOf: ({ id }) => `/integrations/${id}` },
  'change-request': {
    group: 'Change requests',
    pathOf: ({ id, project }) => `/projects/${project}/change-requests/${id}`,
  },
  'signal-endpoint': { group: 'Signal endpoints', pathOf: ({ id }) => `/signals/${id}` },
  'action-set': { group: 'Action sets', pathOf: ({ project }) => `/projects/${project}/actions` },
  group: { group: 'Groups', pathOf: () => '/admin/groups' },
  user: { group: 'Users', pathOf: ({ id }) => `/admin/users/${id}` },
  'service-account': { group: 'Service accounts', pathOf: () => '/admin/service-accounts' },
  role: { group: 'Roles', pathOf: ({ note }) => `/admin/roles${note?.startsWith('root') ? '' : '/project'}` },
  'api-token': { group: 'API tokens', pathOf: () => '/api-tokens' },
}

/** A thing that the service found, as one jumps to it. */
export function foundEntry(item: FoundItem, projectName: (id: string) => string): Entry {
  const { group, pathOf } = KINDS[item.kind]
  const note =
    item.kind === 'flag'
      ? item.project && projectName(item.project)
      : item.kind === 'project'
        ? item.id
        : item.note
  return {
    group,
    label: item.kind === 'release-template' ? rewordContractText(item.name) : item.name,
    path: pathOf(item),
    isFound: true,
    ...(note ? { note } : {}),
  }
}
