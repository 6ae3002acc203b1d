import { push } from 'svelte-spa-router'

import type { FoundItem } from '#shared/flags/schemas/found-item.ts'
import {
  toggleFeatureEnvironmentOff,
  toggleFeatureEnvironmentOn,
} from '#shared/flags/contract/feature-environments.ts'
import { intent, toggleIntent } from '#lib/intent.svelte.ts'
import { need, refusalOf } from '#lib/rights.svelte.ts'
import { startViewing } from '#lib/view-as.svelte.ts'
import { browserLink, copy } from '../page-links.ts'
import type { Entry } from './entries.ts'

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
        intent.set(toggleIntent(name, environment), path)
        void push(path)
      }),
      also: enabled ? 'disable switch toggle' : 'enable switch toggle',
      refusal: refusalOf(
        need(enabled ? toggleFeatureEnvironmentOff : toggleFeatureEnvironmentOn, { project, environment }),
      ),
    })),
    action(`Copy the name of ${name}`, () => void copy(name, 'Name')),
    action(`Copy a link to ${name}`, () => void browserLink(path).then((link) => copy(link, 'Link'))),
  ]
}

const action = (label: string, run: () => void): Entry => ({ group: 'Actions', label, run, isFound: true })
