import type { z } from 'zod';
import { getKeyIv, loginPwd } from '@prdm/contract/identity';
import type { Endpoint } from '@prdm/contract/kit';
import { departmentAdd, departmentIndex, userAdd } from '@prdm/contract/organisation';
import { encryptTransfer, formOf } from '../../apps/server/src/testing/worlds/calls.ts';
import { ADMIN } from './server.ts';

export interface Person {
  readonly id: number;
  readonly account: string;
  readonly password: string;
}

/** Calls to the server that prepare a test. The browser is only for the checks. */
export class Api {
  readonly address: string;
  readonly token: string;

  private constructor(address: string, token: string) {
    this.address = address;
    this.token = token;
  }

  static async signIn(address: string, account: string, password: string): Promise<Api> {
    const nobody = new Api(address, '');
    const { key, iv, kid } = await nobody.call(getKeyIv, {});
    const { token } = await nobody.call(loginPwd, { account, password: encryptTransfer(password, key, iv), kid });
    return new Api(address, token);
  }

  static admin(address: string): Promise<Api> {
    return Api.signIn(address, ADMIN.account, ADMIN.password);
  }

  /** Returns the data of a call. Throws with the code of a refusal. */
  async call<I extends z.ZodType, O extends z.ZodType>(
    endpoint: Endpoint<I, O>,
    input: z.input<I>,
  ): Promise<z.output<O>> {
    const inQuery = endpoint.method === 'GET' || endpoint.inputFrom === 'query';
    const form = formOf(input);
    const response = await fetch(`${this.address}${endpoint.path}${inQuery && form !== '' ? `?${form}` : ''}`, {
      method: endpoint.method,
      headers: { 'x-token': this.token, ...(inQuery ? {} : { 'content-type': 'application/x-www-form-urlencoded' }) },
      ...(inQuery ? {} : { body: form }),
    });
    const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: z.output<O> };
    if (code !== 0) throw new Error(`${endpoint.path}: ${code} ${msg}`);
    return data;
  }

  /** Adds a user in a department. Without a given password it is a generated one, which the user must change. */
  async addPerson(given: {
    account: string;
    name: string;
    password?: string;
    email?: string;
    roleIds?: number[];
    departmentId?: number;
  }): Promise<Person> {
    this.#department ??= await this.#someDepartment();
    const { account, name, password, email } = given;
    const secret = password === undefined ? {} : await this.#encrypted(password);
    const input = {
      account,
      name,
      department_id: given.departmentId ?? this.#department,
      role_ids: given.roleIds ?? [],
      email,
      ...secret,
    };
    const added = await this.call(userAdd, input);
    return { id: added.id, account, password: password ?? added.password ?? '' };
  }

  #department: number | undefined;

  async #someDepartment(): Promise<number> {
    const { list } = await this.call(departmentIndex, {});
    return list[0]?.id ?? (await this.call(departmentAdd, { name: '建筑一所' })).id;
  }

  async #encrypted(password: string): Promise<{ password: string; kid: string }> {
    const { key, iv, kid } = await this.call(getKeyIv, {});
    return { password: encryptTransfer(password, key, iv), kid };
  }
}
