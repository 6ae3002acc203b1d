import { describe, expect, it } from 'vitest'

import type { ListedAccount } from '../schemas/access-overview.ts'
import { overviewCsv } from './overview-csv.ts'

const item: ListedAccount = {
  userId: 7,
  userName: 'Ann',
  userEmail: '',
  accountType: 'User',
  rootRole: 'Viewer',
  groups: [],
  accessibleProjects: [],
  createdAt: '2026-11-21T12:00:00.000Z',
  lastSeen: null,
}
const nameCell = (userName: string) =>
  overviewCsv([{ ...item, userName }])
    .replace(/^[^\n]*\n7,/, '')
    .replace(/,,User,[^]*$/, '')

describe('the access overview as CSV', () => {
  it('has a header row and a row for each user, with CRLF line ends', () => {
    expect(overviewCsv([{ ...item, groups: ['Ops', 'Dev'], accessibleProjects: ['default'] }])).toBe(
      'userId,userName,userEmail,accountType,rootRole,groups,accessibleProjects,createdAt,lastSeen\r\n' +
        '7,Ann,,User,Viewer,"Ops, Dev",default,2026-11-21T12:00:00.000Z,\r\n',
    )
    expect(overviewCsv([]).split('\r\n')).toHaveLength(2)
  })

  it.each([
    ['a "quoted" one', '"a ""quoted"" one"'],
    ['two\nlines', '"two\nlines"'],
    ['=HYPERLINK("http://evil")', '"\'=HYPERLINK(""http://evil"")"'],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['plain = fine', 'plain = fine'],
  ])('%j becomes %j: a cell stays one cell and is never a formula', (name, expected) => {
    expect(nameCell(name)).toBe(expected)
  })
})
