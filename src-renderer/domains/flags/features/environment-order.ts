/** Types of environments in the order in which a change goes through them. */
const STEPS = ['development', 'test', 'preproduction', 'production']
/** Step of types that are not known: before production. */
const UNKNOWN = STEPS.indexOf('preproduction')

const stepOf = (type: string) => (STEPS.includes(type) ? STEPS.indexOf(type) : UNKNOWN)

/** Sorts environments from development to production; those of one type keep their order. */
export const inSteps = <E extends { type: string }>(environments: readonly E[]): E[] =>
  [...environments].sort((a, b) => stepOf(a.type) - stepOf(b.type))

/** Gets the environment that a question is most likely about: the last enabled one on the way to production. */
export const mostAsked = (environments: readonly { name: string; enabled: boolean }[]): string =>
  (environments.findLast(({ enabled }) => enabled) ?? environments.at(-1))?.name ?? ''
