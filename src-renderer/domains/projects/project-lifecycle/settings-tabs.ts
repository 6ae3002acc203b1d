/** The pages of a project's settings. */
export const settingsTabs = (projectId: string): { label: string; path: string }[] => [
  { label: 'General', path: `/projects/${projectId}/settings` },
  { label: 'Change requests', path: `/projects/${projectId}/settings/change-requests` },
  { label: 'Release templates', path: `/projects/${projectId}/settings/release-templates` },
]
