import { createQuery } from '@tanstack/svelte-query'

import { readOnlyRefusal } from '#shared/desktop/safe-mode.ts'
import { UNKNOWN_SERVICE } from '#shared/versions/rules/offered-elsewhere.ts'
import { dashboardQuery } from '#pages/projects/personal-dashboard/home-queries.ts'
import { projectsQuery } from '#pages/projects/projects/projects-query.ts'
import { getMirror } from '#shared/clients/contract/edge.ts'
import { mirrorQuery } from '#pages/clients/mirror/mirror-query.ts'
import { isDesktop } from '#lib/api.ts'
import { currentOf, profilesQuery } from '#lib/desktop-api.ts'
import { hasPermission, meQuery } from '#lib/me.ts'
import { isOffered, rights } from '#lib/rights.svelte.ts'
import { statusQuery } from '#lib/status.ts'

/**
 * Keeps what controls know of one's rights, and of the service, up to date. To be called by the shell. `isKnown`: it is known which
 * service this is; until then pages would ask for what it does not have.
 */
export function followRights(): { readonly isKnown: boolean } {
  const me = createQuery(meQuery)
  // an Admin lacks no permission, so no list of grantors is needed
  const isLimited = $derived(me.data !== undefined && !hasPermission(me.data, 'ADMIN'))
  const dashboard = createQuery(() => ({ ...dashboardQuery(), enabled: isLimited }))
  const projects = createQuery(() => ({ ...projectsQuery(), enabled: isLimited }))

  const mirror = createQuery(() => ({
    ...mirrorQuery(),
    enabled: me.data !== undefined && isOffered(getMirror),
  }))
  const profiles = createQuery(profilesQuery)
  const current = $derived(currentOf(profiles.data))
  const isOriginal = $derived(current?.kind === 'original')
  const status = createQuery(() => ({ ...statusQuery(), enabled: isOriginal }))

  // set before the first rendering that uses it
  $effect.pre(() => rights.setHeld(me.data))
  $effect.pre(() => {
    rights.elsewhere = isOriginal ? (status.data?.compatible ?? UNKNOWN_SERVICE) : undefined
  })
  $effect.pre(() => {
    rights.upstream = mirror.data?.url ?? undefined
  })
  $effect.pre(() => {
    rights.readOnly = current && !current.allowsChanges ? readOnlyRefusal(current.name) : undefined
  })
  $effect.pre(() => {
    rights.admins =
      dashboard.data?.admins.map(({ name, username, email }) => name ?? username ?? email ?? '') ?? []
  })
  $effect.pre(() => {
    rights.projects = (projects.data?.projects ?? []).map(({ id, name, owners }) => ({
      id,
      name,
      owners: owners.flatMap((owner) => (owner.ownerType === 'system' ? [] : [owner.name])),
    }))
  })

  return {
    get isKnown() {
      return !isDesktop || (!profiles.isPending && (!isOriginal || !status.isPending))
    },
  }
}
