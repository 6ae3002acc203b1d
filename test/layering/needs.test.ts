import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, it } from 'vitest'

const DOMAINS = 'src-renderer/domains'

/**
 * Components that send, and are opened by a control elsewhere that names what it needs; or by whom it is their own; or
 * that try the request first and show why it would be refused (undo and restore: what they need depends on the state).
 */
const OPENED_BY_OTHERS = [
  'access/groups/DeleteGroupDialog.svelte',
  'access/passwords/SetPasswordDialog.svelte',
  'access/users/DeleteUserDialog.svelte',
  'audit/past/RestoreDialog.svelte',
  'audit/undo/UndoDialog.svelte',
  'flags/feature-tags/BulkTagDialog.svelte',
  'flags/features/CloneFeatureDialog.svelte',
  'flags/release-plans/ProgressionDialog.svelte',
  'flags/strategies/StrategySwitch.svelte',
  'projects/environments/DeleteEnvironmentDialog.svelte',
  'projects/project-lifecycle/ProjectDialogs.svelte',
  'signals/signals/NewEndpointDialog.svelte',
  'signals/signals/SendSignalPanel.svelte',
  'transfer/import-export/ExportDialog.svelte',
]

it('a component with changes declares the permissions of its controls', () => {
  const forgetful = readdirSync(DOMAINS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.svelte'))
    .filter((file) => {
      const source = readFileSync(path.join(DOMAINS, file), 'utf8')
      return /\.mutate\(/.test(source) && !/\bneeds\b|\bneed\(/.test(source)
    })
  expect(forgetful.sort()).toEqual(OPENED_BY_OTHERS)
})
