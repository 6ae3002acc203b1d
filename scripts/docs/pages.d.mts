export const SECTIONS: readonly { title: string; pages: readonly (readonly [string, string])[] }[]
