import { archiveFeatures, reviveFeatures } from '#shared/flags/contract/archive.ts'
import { addFavoriteFeature } from '#shared/flags/contract/favorites.ts'
import { changeProject, cloneFeature, staleFeatures } from '#shared/flags/contract/features.ts'
import { api } from '#lib/api.ts'
import { attempt } from '#lib/attempt.ts'
import { need } from '#lib/rights.svelte.ts'
import { ChangeRule } from '#pages/changes/change-requests/change-rule.svelte.ts'
import { reviveFlags } from '../archive/archive-flags.ts'
import { toggleFavorite } from '../favorites/toggle-favorite.ts'

interface Flag {
  name: string
  project: string
  stale: boolean
}
interface FlagOfList extends Flag {
  favorite: boolean
  archivedAt: string | null
}

/** Actions on a flag, as entries of a menu, and the dialog of them that is open (FlagDialogs.svelte). */
export class FlagActions {
  opened = $state<'archive' | 'clone' | 'move'>()
  /** Flag that the menu was opened for. */
  flag = $state.raw<{ name: string; project: string }>()
  /** Tells whether archiving the flag has to be requested. */
  readonly rule = new ChangeRule(() => this.flag?.project)

  /** Opens the menu of a flag, or goes to its page. */
  pointAt({ name, project }: { name: string; project: string }): void {
    if (this.flag?.name !== name || this.flag.project !== project) this.flag = { name, project }
  }

  /** Makes the entries that a flag has wherever it is shown. */
  entriesOf({ name, project, stale }: Flag) {
    const here = { project }
    return {
      stale: {
        label: stale ? 'Not stale' : 'Mark stale',
        onchoose: () => void markStale(name, project, !stale),
        needs: need(staleFeatures, here),
      },
      clone: { label: 'Clone', onchoose: () => (this.opened = 'clone'), needs: need(cloneFeature, here) },
      move: { label: 'Move', onchoose: () => (this.opened = 'move'), needs: need(changeProject, here) },
      archive: {
        label: 'Archive',
        onchoose: () => (this.opened = 'archive'),
        needs: this.rule.needForFlags(archiveFeatures),
      },
    }
  }

  /** Makes the menu of a flag in a list. */
  menuOf(flag: FlagOfList) {
    const { name: featureName, project: projectId, favorite } = flag
    const copy = { label: 'Copy name', onchoose: () => void copyName(featureName) }
    if (flag.archivedAt !== null) {
      const onchoose = () => void reviveFlags(projectId, [featureName])
      return [copy, { label: 'Revive', onchoose, needs: need(reviveFeatures, { project: projectId }) }]
    }
    const { stale, clone, move, archive } = this.entriesOf(flag)
    return [
      copy,
      {
        label: favorite ? 'Remove from favourites' : 'Add to favourites',
        onchoose: () => void toggleFavorite({ projectId, featureName, favorite }),
        needs: need(addFavoriteFeature),
      },
      stale,
      clone,
      move,
      archive,
    ]
  }
}

const copyName = (name: string) =>
  attempt("Couldn't copy the name", () => navigator.clipboard.writeText(name), 'Name copied')

const markStale = (name: string, projectId: string, stale: boolean) =>
  attempt(
    `Couldn't mark ${name}`,
    () => api.staleFeatures.mutate({ params: { projectId }, body: { features: [name], stale } }),
    stale ? `${name} marked as stale` : `${name} no longer marked as stale`,
  )
