// `npm run lint:components`: the components with the rules that ask for types, too (eslint.config.js says why apart).
process.env.LINT_COMPONENTS = 'deep'

export default (await import('./eslint.config.js')).default
