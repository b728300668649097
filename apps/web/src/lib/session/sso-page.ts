/** Address of the page that starts the sign-in at the identity provider. */
export const SSO_PAGE = '/sso';
