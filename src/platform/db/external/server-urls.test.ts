import { expect, test } from 'bun:test'
import { addressOf, serverUrls } from './servers'

test('a URL with several hosts is split, each with its port', () => {
  expect(
    serverUrls('postgres://u:p%2Cw@one:6000,two,[::1]:7000/site?sslmode=require&target_session_attrs=primary'),
  ).toEqual([
    'postgres://u:p%2Cw@one:6000/site?sslmode=require',
    'postgres://u:p%2Cw@two/site?sslmode=require',
    'postgres://u:p%2Cw@[::1]:7000/site?sslmode=require',
  ])
  expect(serverUrls('postgres://one/site')).toEqual(['postgres://one/site'])
  expect(serverUrls('postgres:///site?host=one,::1&port=6000,7000')).toEqual([
    'postgres://one:6000/site',
    'postgres://[::1]:7000/site',
  ])
})

test('IPv6 addresses and encoded names are decoded for the driver', () => {
  expect(addressOf('postgres://u@[::1]:7000/site')).toEqual({ host: ['::1'], port: [7000], database: 'site' } as never)
  expect(addressOf('postgres://u@one/my%20sit%C3%A9')).toEqual({ database: 'my sité' })
  expect(addressOf('postgres://u@one')).toEqual({})
})

test('the directory of a socket may be in the query, or encoded as the host', () => {
  const socket = { database: 'site', path: '/run/my sql/.s.PGSQL.5433' }
  for (const url of [
    'postgres://u@/site?host=/run/my%20sql&port=5433',
    'postgres:///site?port=5433&host=/run/my%20sql',
    'postgres://localhost/site?host=/run/my%20sql&port=5433',
    'postgres://u@%2Frun%2Fmy%20sql:5433/site',
  ])
    expect(serverUrls(url).map(addressOf)).toEqual([socket])
  expect(serverUrls('postgres:///site?host=/run').map(addressOf)).toEqual([
    { database: 'site', path: '/run/.s.PGSQL.5432' },
  ])
})
