import { configure } from '@testing-library/svelte'
import { afterAll } from 'vitest'

import { PATIENCE_MS } from './patience.ts'

configure({ asyncUtilTimeout: PATIENCE_MS })

/** Watches nothing: jsdom has no layout, so it has no observer of it either. */
class StillObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

globalThis.ResizeObserver = StillObserver
// nor does it scroll
Element.prototype.scrollIntoView = () => undefined

// files share a page: what one has put there is not found by the next
afterAll(() => document.body.replaceChildren())
