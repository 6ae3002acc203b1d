/** Page of a project. */
export interface ProjectPageLink {
  label: string
  path: string
}

/** Tab of a project; its pages, if it has several, are below it. The first one gives it its address. */
export interface ProjectTab extends ProjectPageLink {
  pages: readonly ProjectPageLink[]
}

const TABS = [
  { label: 'Flags', pages: [['Flags', '']] },
  { label: 'Change requests', pages: [['Change requests', '/change-requests']] },
  { label: 'Actions', pages: [['Actions', '/actions']] },
  {
    label: 'Applications',
    pages: [
      ['Applications', '/applications'],
      ['Code', '/code'],
    ],
  },
  { label: 'Insights', pages: [['Insights', '/insights']] },
  {
    label: 'Settings',
    pages: [
      ['General', '/settings'],
      ['Access', '/access'],
      ['API tokens', '/tokens'],
      ['Change request settings', '/settings/change-requests'],
      ['Release templates', '/settings/release-templates'],
      ['Archive', '/archive'],
    ],
  },
] as const

/** Builds the tabs of a project, in order. The palette leads to their pages, too. */
export const projectTabs = (projectId: string): readonly ProjectTab[] =>
  TABS.map(({ label, pages: [first, ...others] }) => {
    const link = ([name, page]: readonly [string, string]): ProjectPageLink => ({
      label: name,
      path: `/projects/${projectId}${page}`,
    })
    return { label, path: link(first).path, pages: [first, ...others].map(link) }
  })
