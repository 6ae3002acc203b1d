import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, it } from 'vitest'

const FEATURES = 'src-renderer/features'

/** Components that send, and are opened by a control elsewhere that names what it needs; or by whom it is their own. */
const OPENED_BY_OTHERS = [
  'environments/DeleteEnvironmentDialog.svelte',
  'feature-tags/BulkTagDialog.svelte',
  'groups/DeleteGroupDialog.svelte',
  'import-export/ExportDialog.svelte',
  'import-export/ImportDialog.svelte',
  'passwords/ChangeMyPassword.svelte',
  'passwords/SetPasswordDialog.svelte',
  'release-plans/ProgressionDialog.svelte',
  'signals/NewEndpointDialog.svelte',
  'signals/SendSignalPanel.svelte',
  'users/DeleteUserDialog.svelte',
]

it('ux 23: a component that changes something says what its controls need', () => {
  const forgetful = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.svelte'))
    .filter((file) => {
      const source = readFileSync(path.join(FEATURES, file), 'utf8')
      return /\.mutate\(/.test(source) && !/\bneeds\b|\bneed\(/.test(source)
    })
  expect(forgetful.sort()).toEqual(OPENED_BY_OTHERS)
})
