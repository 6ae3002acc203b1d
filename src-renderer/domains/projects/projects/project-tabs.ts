/** The pages of a project, in the order of their tabs. The palette leads to them too. */
export const projectTabs = (projectId: string): { label: string; path: string }[] =>
  [
    { label: 'Flags', page: '' },
    { label: 'Change requests', page: '/change-requests' },
    { label: 'Actions', page: '/actions' },
    { label: 'Insights', page: '/insights' },
    { label: 'Applications', page: '/applications' },
    { label: 'Code', page: '/code' },
    { label: 'Access', page: '/access' },
    { label: 'API tokens', page: '/tokens' },
    { label: 'Archive', page: '/archive' },
    { label: 'Settings', page: '/settings' },
  ].map(({ label, page }) => ({ label, path: `/projects/${projectId}${page}` }))
