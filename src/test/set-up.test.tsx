import { describe, expect, test } from 'bun:test'
import { renderAdmin } from './admin-screen'

// As a test leaves them that another file of the same process may follow.
describe.each(['', 'once more, since hooks of shared modules run for one file alone'])('what a test leaves %s', () => {
  test('lies about', () => {
    renderAdmin(<button type="button">Left</button>, () => ({}))
    document.cookie = 'left=1; Path=/'
    localStorage.setItem('left', '1')
    document.title = 'Left'
  })

  test('is cleared away', () => {
    expect(document.querySelector('button')).toBeNull()
    expect([document.cookie, document.title, localStorage.length]).toEqual(['', '', 0])
    expect(String(globalThis.fetch)).toContain('[native code]')
  })
})
