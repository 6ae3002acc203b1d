import { applyScenario } from '#shared/transfer/contract/scenario.ts'
import demo from '#resources/demo.yaml?raw'
import { api } from '#lib/api.ts'
import { attempt } from '#lib/attempt.ts'
import { need } from '#lib/rights.svelte.ts'

/** Project of the demo that its page opens, and by which the demo is recognised. */
export const DEMO_PROJECT = 'demo-shop'

/** All projects of the demo. */
export const DEMO_PROJECTS: ReadonlySet<string> = new Set([DEMO_PROJECT, 'demo-mobile'])

/** Right that loading and removing the demo needs. */
export const demoNeeds = () => need(applyScenario, 'instance')

const FILE = { text: demo, file: 'demo.yaml' }

/** Loads the demo: all of it, or nothing. */
export const loadDemo = (): Promise<boolean> =>
  attempt("Couldn't load the demo", () => api.applyScenario.mutate({ body: FILE }), 'Demo loaded')

/** Deletes what the demo has brought: all of it, or nothing. */
export const removeDemo = (): Promise<boolean> =>
  attempt(
    "Couldn't remove the demo",
    () => api.applyScenario.mutate({ body: { ...FILE, remove: true } }),
    'Demo removed',
  )
