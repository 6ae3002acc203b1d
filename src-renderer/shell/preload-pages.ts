import { pageOf, type PagePattern } from '#shared/desktop/pages.ts'
import { AREA_GROUPS } from './navigation.ts'
import { routes } from './routes.ts'

/** Pages that are read once the first page is there, so that going there takes no time. */
const SOON: readonly PagePattern[] = [
  ...AREA_GROUPS[0].areas.flatMap(({ pages: [first] }) => pageOf(first.path) ?? []),
  '/projects/:projectId',
  '/projects/:projectId/features/:featureName',
]

const read = (page: PagePattern) => void routes[page].component()

/** Begins to read the code of the page that an address, such as "#/features?q=a", leads to. */
export function preloadAt(hash: string): void {
  const page = pageOf(hash.replace(/^#/, '').split('?', 1)[0] || '/')
  if (page) read(page)
}

/** Begins to read the code of the page whose link is pointed at or has the focus. */
export function preloadLinked({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a[href^="#/"]') : null
  const hash = link?.getAttribute('href')
  if (hash) preloadAt(hash)
}

let isBegun = false

/** Reads the pages of every day, one by one, when the window has nothing else to do. */
export function preloadDaily(): void {
  if (isBegun) return
  isBegun = true
  const pages = [...SOON]
  const whenIdle = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout
  const next = () => {
    const page = pages.shift()
    if (!page) return
    read(page)
    whenIdle(next)
  }
  whenIdle(next)
}
