declare module 'mustache' {
  class Context {
    constructor(view: unknown, parent?: Context)
    push(view: unknown): Context
    lookup(name: string): unknown
  }
  const mustache: {
    Context: typeof Context
    /** Throws for what is no template. */
    parse(template: string): unknown[]
    render(
      template: string,
      context: Context,
      partials: Record<string, string>,
      options: { escape: (value: unknown) => string },
    ): string
  }
  export default mustache
}
