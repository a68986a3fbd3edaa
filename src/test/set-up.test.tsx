import { describe, expect, test } from 'bun:test'
import { renderAdmin } from './admin-screen'

// Simulates what a test leaves for another file in the same process.
describe.each(['', 'once more, since hooks of shared modules run for one file alone'])('the DOM of a test %s', () => {
  test('is left behind', () => {
    renderAdmin(<button type="button">Left</button>, () => ({}))
    document.cookie = 'left=1; Path=/'
    localStorage.setItem('left', '1')
    document.title = 'Left'
  })

  test('is removed', () => {
    expect(document.querySelector('button')).toBeNull()
    expect([document.cookie, document.title, localStorage.length]).toEqual(['', '', 0])
    expect(String(globalThis.fetch)).toContain('[native code]')
  })
})
