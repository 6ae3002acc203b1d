import type { Component } from 'svelte'
import { wrap } from 'svelte-spa-router/wrap'

import PageNotLoaded from './PageNotLoaded.svelte'

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- pages take different parameters; the router knows no types
type Page = Component<any>
type Load = () => Promise<{ default: Page }>

export type Route = ReturnType<typeof wrap>

/**
 * Makes a route of a page whose code is read when it is first shown, or when a link to it is pointed at. It has no placeholder
 * of the router's: that would stay where the address changes within the route while the code is read.
 */
export const lazyPage = (load: Load): Route =>
  wrap({
    // an upgraded service has other files
    asyncComponent: () => load().catch(() => ({ default: PageNotLoaded })),
  })
