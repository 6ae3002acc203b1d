interface Listed {
  id: string
  favorite: boolean
  lastUpdatedAt?: string | null | undefined
  lastReportedFlagUsage?: string | null | undefined
}

/** An Admin has a hand in all projects: so many of them are shown, those where something happens. */
export const SHOWN_TO_ADMINS = 8

interface Known {
  /** Projects in which one holds a role, and the default one. */
  mine: ReadonlySet<string>
  isAdmin: boolean
  /** Recently opened items, newest first. */
  recent: readonly string[]
}

/** Chooses the projects that Home lists: favourites first, then one's own; for Admins those in use besides. */
export function shownProjects<P extends Listed>(
  projects: readonly P[],
  { mine, isAdmin, recent }: Known,
): P[] {
  const favourites = projects.filter((one) => one.favorite)
  const own = projects.filter((one) => !one.favorite && mine.has(one.id))
  if (!isAdmin) return [...favourites, ...own]
  const opened = recent.flatMap((id) => projects.find((one) => one.id === id) ?? [])
  const active = [...projects].sort((a, b) => (activeAt(a) > activeAt(b) ? -1 : 1))
  const shown = new Set([...favourites, ...opened, ...active.filter((one) => activeAt(one) !== ''), ...own])
  return [...shown].slice(0, Math.max(SHOWN_TO_ADMINS, favourites.length))
}

const activeAt = ({ lastUpdatedAt, lastReportedFlagUsage }: Listed) =>
  [lastUpdatedAt ?? '', lastReportedFlagUsage ?? ''].sort().at(-1) ?? ''
