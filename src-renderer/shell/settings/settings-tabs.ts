import type { SettingSection } from '#shared/instance/rules/setting-sections.ts'

interface SettingsTab {
  path: string
  label: string
  /** Sections of the instance's settings; none: those of the window. */
  sections: readonly SettingSection[]
}

/** Tabs of the settings page. */
export const SETTINGS_TABS: readonly SettingsTab[] = [
  { path: '/settings', label: 'This window', sections: [] },
  { path: '/settings/network', label: 'Network', sections: ['network', 'outbound', 'telemetry'] },
  { path: '/settings/version', label: 'Version', sections: ['version'] },
  { path: '/settings/storage', label: 'Storage', sections: ['storage', 'running'] },
  { path: '/settings/retention', label: 'Retention', sections: ['retention'] },
  { path: '/settings/limits', label: 'Limits', sections: ['limits'] },
  { path: '/settings/work', label: 'Actions and e-mail', sections: ['work', 'email'] },
  { path: '/settings/start', label: 'Start', sections: ['start', 'import'] },
]
