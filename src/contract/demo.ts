/** The login of a public try-out, which its login screen shows. */
export const demoLogin = { username: 'demo', password: 'look-around-here' }
