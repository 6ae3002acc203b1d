import { push } from 'svelte-spa-router'

import type { FoundItem } from '../../../src-shared/flags/schemas/found-item.ts'
import {
  toggleFeatureEnvironmentOff,
  toggleFeatureEnvironmentOn,
} from '../../../src-shared/flags/contract/feature-environments.ts'
import { BASE_PATH } from '../../lib/base-path.ts'
import { intent, toggleIntent } from '../../lib/intent.svelte.ts'
import { notifyDone } from '../../lib/notify.ts'
import { need, refusalOf } from '../../lib/rights.svelte.ts'
import { statusQuery } from '../../lib/status.ts'
import { queryClient } from '../../lib/queries.ts'
import { startViewing } from '../../lib/view-as.svelte.ts'
import type { Entry } from './entries.ts'

async function copy(text: string, what: string) {
  await navigator.clipboard.writeText(text)
  notifyDone(`${what} copied`)
}

/** Builds a link for browsers: in the desktop window, the page's own address leads nowhere. */
async function linkTo(path: string): Promise<string> {
  const { url } = await queryClient.ensureQueryData(statusQuery())
  return `${location.protocol.startsWith('http') ? location.origin + BASE_PATH : (url ?? '')}/#${path}`
}

/** Lists the actions for a found item. */
export function actionsOn(item: FoundItem): Entry[] {
  if (item.kind === 'user')
    return [action(`View as ${item.name}`, () => startViewing({ id: Number(item.id), name: item.name }))]
  if (item.kind !== 'flag' || item.project === null) return []
  const { name, project } = item
  const path = `/projects/${project}/features/${name}`
  return [
    ...(item.environments ?? []).map(({ name: environment, enabled }) => ({
      ...action(`Turn ${name} ${enabled ? 'off' : 'on'} in ${environment}`, () => {
        intent.set(toggleIntent(name, environment))
        void push(path)
      }),
      also: enabled ? 'disable switch toggle' : 'enable switch toggle',
      refusal: refusalOf(
        need(enabled ? toggleFeatureEnvironmentOff : toggleFeatureEnvironmentOn, { project, environment }),
      ),
    })),
    action(`Copy the name of ${name}`, () => void copy(name, 'Name')),
    action(`Copy a link to ${name}`, () => void linkTo(path).then((link) => copy(link, 'Link'))),
  ]
}

const action = (label: string, run: () => void): Entry => ({ group: 'Actions', label, run, isFound: true })
