/** The public paths in mails to subscribers: to confirm their address, and to unsubscribe. */
export const confirmationPath = '/waitlist/confirm/:token/'
export const unsubscribePath = '/unsubscribe/:token/'

/** The preview of an unpublished page; its token is the only credential. */
export const previewPath = '/preview/:token/'
