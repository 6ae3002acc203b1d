import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { groupFieldOf } from './group-field.ts'
import { readGroupNames } from './read-group-names.ts'
import { processorMs } from '#support/runner/processor-time.ts'

const CLAIMS = {
  groups: ['ops', 'devs'],
  text: '["ops", "devs"]',
  nested: [['ops'], [['devs'], '["qa"]']],
  one: 'ops',
  empty: [],
  objects: [
    { name: 'ops', app: 'halyard' },
    { name: 'devs', app: 'other' },
  ],
  realm_access: { roles: ['ops'] },
  apps: { a: { roles: ['ops'] }, b: { roles: ['devs', 'ops'] } },
  'cognito:groups': ['ops'],
  'https://example.com/groups': ['ops'],
  'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups': ['7f2c'],
  mixed: ['ops', 5, null, true, { name: 'devs' }],
}

describe('the group claim', () => {
  it.each<[string, string[] | undefined]>([
    ['groups', ['ops', 'devs']],
    ['$.groups', ['ops', 'devs']],
    [' $["groups"] ', ['ops', 'devs']],
    ['$.groups[*]', ['ops', 'devs']],
    ['$.groups[0]', undefined],
    ['text', ['ops', 'devs']],
    ['nested', ['ops', 'devs', 'qa']],
    ['one', undefined],
    ['empty', []],
    ['$.empty[*]', []],
    ['missing', undefined],
    ['$.missing[*]', undefined],
    ['$.objects[*].name', ['ops', 'devs']],
    ["$.objects[?@.app == 'halyard'].name", ['ops']],
    ["$.objects[?@.app == 'nothing'].name", []],
    ['realm_access.roles', ['ops']],
    ['$.apps.*.roles', ['ops', 'devs']],
    ['$..roles', ['ops', 'devs']],
    ['$..nothing', undefined],
    ['cognito:groups', ['ops']],
    ['https://example.com/groups', ['ops']],
    ['http://schemas.microsoft.com/ws/2008/06/identity/claims/groups', ['7f2c']],
    ['mixed', ['ops']],
    ['__proto__', undefined],
    ['constructor', undefined],
  ])('read at %s is %j', async (path, names) => {
    expect((await readGroupNames(CLAIMS, path)).names).toEqual(names)
  })

  it('counts values that match no group', async () => {
    expect(await readGroupNames(CLAIMS, 'mixed')).toMatchObject({
      ignored: 4,
      note: '4 values are not text and match no group.',
    })
  })

  it('names the reason if a token has too many groups', async () => {
    expect((await readGroupNames({ _claim_names: { groups: 'src1' } }, 'groups')).note).toContain('too many')
  })

  it('is not read if it has too many values or levels', async () => {
    const many = { groups: Array.from({ length: 6000 }, (_, n) => `g${n}`) }
    let deep: unknown = ['ops']
    for (let level = 0; level < 1000; level++) deep = [deep]
    expect((await readGroupNames(many, 'groups')).names).toBeUndefined()
    expect((await readGroupNames({ groups: deep }, '$..groups')).names).toBeUndefined()
  })
})

describe('a group field JSON path', () => {
  it.each([
    ['', 'empty'],
    ['$.groups[', 'not a JSON path'],
    ['groups[', 'not a JSON path'],
    ['$["a","b"]', 'several selectors'],
    ['$[0,0][0,0]', 'several selectors'],
    ['$..a..b', '.. once'],
    ['$.a[?@..b]', 'not together with a filter'],
    ['$.a[?$.b == 1]', 'second query'],
    ["$.a[?match(@.b, '(a*)*c')]", 'match() or search()'],
    ["$.a[?search(@.b, 'x')]", 'match() or search()'],
    ['$.constructor.constructor("return process")()', 'not a JSON path'],
    [`$.${'a'.repeat(400)}`, 'more than 300'],
  ])('rejects %j: %s', async (path, fault) => {
    expect(await groupFieldOf(path)).toMatchObject({ fault: expect.stringContaining(fault) as string })
  })

  it.each(["$['a,b'].c", '$["$..x"]', "$['it\\'s, ..']"])(
    'accepts %j: names may hold any character',
    async (path) => {
      expect(await groupFieldOf(path)).not.toHaveProperty('fault')
    },
  )

  it('never throws, for any path and any claims', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 40 }), fc.jsonValue(), async (path, claims) => {
        const { names } = await readGroupNames(claims, path)
        expect(names === undefined || names.every((name) => typeof name === 'string')).toBe(true)
      }),
    )
  })

  it('reads a list in every form: as itself, as text, nested, and by its items', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.string({ minLength: 1 }).filter((name) => !name.trimStart().startsWith('['))),
        async (list) => {
          const claims = { list, text: JSON.stringify(list), nested: [list, [JSON.stringify(list)]] }
          for (const path of ['list', 'text', 'nested', '$.list[*]', '$.nested[*]'])
            expect((await readGroupNames(claims, path)).names).toEqual(list)
        },
      ),
    )
  })

  it('is evaluated quickly, also for the most expensive path and many claims', async () => {
    await readGroupNames({}, 'groups') // loads the library
    const claims = { a: Array.from({ length: 1600 }, () => ({ a: [{}] })) }
    const paths = [
      '$..a[*].a[*]',
      `$.a[${'?@.a&&'.repeat(40)}@.a]`,
      `$${'[*]'.repeat(90)}`,
      '$.a[?@.a[?@[?@[?@.a]]]]',
    ]
    for (const path of paths) {
      expect(await processorMs(() => readGroupNames(claims, path)), path).toBeLessThan(200)
    }
  })
})
