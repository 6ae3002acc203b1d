import type { Component } from 'svelte'
import { wrap } from 'svelte-spa-router/wrap'

import PageLoading from './PageLoading.svelte'
import PageNotLoaded from './PageNotLoaded.svelte'

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- pages take different parameters; the router knows no types
type Page = Component<any>
type Load = () => Promise<{ default: Page }>

export type Route = ReturnType<typeof wrap>

/** Makes a route of a page whose code is read when it is first shown, or when a link to it is pointed at. */
export function lazyPage(load: Load): Route {
  let isLoaded = false
  const read = async () => {
    try {
      const page = await load()
      isLoaded = true
      return page
    } catch {
      // an upgraded service has other files
      return { default: PageNotLoaded }
    }
  }
  // the router shows this meanwhile
  const component = Object.defineProperty(read, 'loading', {
    get: () => (isLoaded ? undefined : PageLoading),
  })
  return wrap({ asyncComponent: component })
}
