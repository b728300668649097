import { defineEvent } from '../../platform/bus.ts';

export type SignInWay = 'password' | 'sso' | 'auto';

export const SignedIn = defineEvent<{ userId: number; way: SignInWay }>('identity.signedIn');
export const SignInRefused = defineEvent<{
  userId: number;
  way: SignInWay;
  result: 'wrong_password' | 'disabled' | 'throttled';
}>('identity.signInRefused');
export const SignedOut = defineEvent<{ userId: number }>('identity.signedOut');
export const PasswordChanged = defineEvent<{ userId: number }>('identity.passwordChanged');
/** An administrator set a new password for another user. */
export const PasswordReset = defineEvent<{ userId: number }>('identity.passwordReset');
/** A code was sent by e-mail: for a new password, or to prove a new address. */
export const CodeSent = defineEvent<{ userId: number; type: 'forget' | 'change_email' }>('identity.codeSent');
/** The user set a new password with a code. */
export const PasswordRecovered = defineEvent<{ userId: number }>('identity.passwordRecovered');
/** A replaced token was used after its grace. Another client may hold it, so the session was ended. */
export const SessionRevoked = defineEvent<{ userId: number }>('identity.sessionRevoked');
/** The user ended one session or all others from the list of sessions. An administrator ended one or all of a person. */
export const SessionsEnded = defineEvent<{ userId: number; which: 'one' | 'others' | 'all' }>('identity.sessionsEnded');
/** A person of the identity provider was linked with the account, by its password. */
export const SsoLinked = defineEvent<{ userId: number }>('identity.ssoLinked');
/** A picture was stored. Its use is reported by the module that uses it. */
export const ImageStored = defineEvent<{ imageId: number; userId: number }>('identity.imageStored');
export const AvatarChanged = defineEvent<{ userId: number }>('identity.avatarChanged');
