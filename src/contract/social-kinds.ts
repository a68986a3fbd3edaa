/** Where a company can be found beside its own site; each has an icon in `public/icons.svg`. */
export const socialKinds = [
  'github',
  'linkedin',
  'x',
  'mastodon',
  'bluesky',
  'youtube',
  'instagram',
  'facebook',
  'email',
  'rss',
  'link',
] as const
export type SocialKind = (typeof socialKinds)[number]
