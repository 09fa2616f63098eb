-- Sign-in works as this role: it reads schema `auth` and nothing else. Roles belong to the whole server, so another
-- database of it may have made the role already, or be making it now. Where the owner may not make roles, somebody
-- else has made it and the owner a member of it.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'catalograph_auth') THEN
    CREATE ROLE catalograph_auth NOLOGIN NOSUPERUSER NOBYPASSRLS;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL;
END
$$;
DO $$
BEGIN
  EXECUTE format('GRANT catalograph_auth TO %I', current_user);
EXCEPTION
  WHEN internal_error OR unique_violation THEN
    -- Another database of this server grants the same membership at this moment.
    NULL;
  WHEN insufficient_privilege THEN
    IF NOT pg_has_role(current_user, 'catalograph_auth', 'MEMBER') THEN
      RAISE;
    END IF;
END
$$;

-- Tables and columns are those of better-auth 1.6 (core and organization plugin); it expects these names.
CREATE SCHEMA auth;

CREATE TABLE auth."user" (
  "id" uuid PRIMARY KEY,
  "name" text NOT NULL,
  "email" text NOT NULL UNIQUE CHECK ("email" = lower("email")),
  "emailVerified" boolean NOT NULL DEFAULT false,
  "image" text,
  "createdAt" timestamptz(3) NOT NULL,
  "updatedAt" timestamptz(3) NOT NULL
);

CREATE TABLE auth."account" (
  "id" uuid PRIMARY KEY,
  "accountId" text NOT NULL,
  "providerId" text NOT NULL,
  "userId" uuid NOT NULL REFERENCES auth."user" ("id") ON DELETE CASCADE,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz(3),
  "refreshTokenExpiresAt" timestamptz(3),
  "scope" text,
  -- Argon2id in PHC form, for the provider `credential`.
  "password" text,
  "createdAt" timestamptz(3) NOT NULL,
  "updatedAt" timestamptz(3) NOT NULL,
  UNIQUE ("providerId", "accountId")
);
CREATE INDEX account_user ON auth."account" ("userId");

-- Its id is that of the catalogue's organization; the name follows the catalogue's (trigger below).
CREATE TABLE auth."organization" (
  "id" uuid PRIMARY KEY REFERENCES public.organization (id) ON DELETE RESTRICT,
  "name" text NOT NULL,
  "slug" text NOT NULL UNIQUE,
  "logo" text,
  "metadata" text,
  "createdAt" timestamptz(3) NOT NULL
);

CREATE TABLE auth."member" (
  "id" uuid PRIMARY KEY,
  "organizationId" uuid NOT NULL REFERENCES auth."organization" ("id") ON DELETE CASCADE,
  "userId" uuid NOT NULL REFERENCES auth."user" ("id") ON DELETE CASCADE,
  "role" text NOT NULL CHECK ("role" IN ('owner', 'admin', 'editor', 'reviewer', 'viewer')),
  "createdAt" timestamptz(3) NOT NULL,
  UNIQUE ("organizationId", "userId")
);
CREATE INDEX member_user ON auth."member" ("userId");

CREATE TABLE auth."invitation" (
  "id" uuid PRIMARY KEY,
  "organizationId" uuid NOT NULL REFERENCES auth."organization" ("id") ON DELETE CASCADE,
  "email" text NOT NULL,
  "role" text CHECK ("role" IN ('owner', 'admin', 'editor', 'reviewer', 'viewer')),
  "status" text NOT NULL DEFAULT 'pending',
  "expiresAt" timestamptz(3) NOT NULL,
  "createdAt" timestamptz(3) NOT NULL,
  "inviterId" uuid NOT NULL REFERENCES auth."user" ("id") ON DELETE CASCADE
);
CREATE INDEX invitation_organization ON auth."invitation" ("organizationId");
CREATE INDEX invitation_email ON auth."invitation" ("email");
CREATE INDEX invitation_inviter ON auth."invitation" ("inviterId");

CREATE TABLE auth."session" (
  "id" uuid PRIMARY KEY,
  "expiresAt" timestamptz(3) NOT NULL,
  "token" text NOT NULL UNIQUE,
  "createdAt" timestamptz(3) NOT NULL,
  "updatedAt" timestamptz(3) NOT NULL,
  "ipAddress" text,
  "userAgent" text,
  "userId" uuid NOT NULL REFERENCES auth."user" ("id") ON DELETE CASCADE,
  "activeOrganizationId" uuid REFERENCES auth."organization" ("id") ON DELETE SET NULL
);
CREATE INDEX session_by_user ON auth."session" ("userId");
CREATE INDEX session_organization ON auth."session" ("activeOrganizationId");
CREATE INDEX session_expiry ON auth."session" ("expiresAt");

CREATE TABLE auth."verification" (
  "id" uuid PRIMARY KEY,
  "identifier" text NOT NULL,
  "value" text NOT NULL,
  "expiresAt" timestamptz(3) NOT NULL,
  "createdAt" timestamptz(3) NOT NULL,
  "updatedAt" timestamptz(3) NOT NULL
);
CREATE INDEX verification_identifier ON auth."verification" ("identifier");

-- Fixed windows of sign-in attempts, by address and by account; counted here so that all processes count together.
CREATE TABLE auth.throttle (
  key text PRIMARY KEY,
  count integer NOT NULL,
  ends_at timestamptz(3) NOT NULL
);
CREATE INDEX throttle_end ON auth.throttle (ends_at);

-- The sign-in role manages sessions and passwords. Who exists and who belongs where is decided elsewhere, so a fault
-- in sign-in cannot make a member.
GRANT USAGE ON SCHEMA auth TO catalograph_auth;
GRANT SELECT ON ALL TABLES IN SCHEMA auth TO catalograph_auth;
GRANT UPDATE ON auth."user", auth."account" TO catalograph_auth;
GRANT INSERT, UPDATE, DELETE ON auth."session", auth."verification", auth.throttle TO catalograph_auth;

-- What the application may know of people: the members of its own organization.
CREATE VIEW auth.organization_member WITH (security_barrier) AS
SELECT member."organizationId" AS organization_id, member."userId" AS user_id, person."name" AS name,
       person."email" AS email, member."role" AS role, member."createdAt" AS since
FROM auth."member" AS member JOIN auth."user" AS person ON person."id" = member."userId"
WHERE member."organizationId" = (SELECT tenancy.current_organization());

-- What it may change of them, in its own organization and transaction. Locks first: of two owners who demote each
-- other at once, the second sees that the first is done.
CREATE FUNCTION auth.lock_members() RETURNS TABLE (user_id uuid, role text)
LANGUAGE sql SECURITY DEFINER SET search_path = ''
AS $$
  SELECT member."userId", member."role" FROM auth."member" AS member
  WHERE member."organizationId" = (SELECT tenancy.current_organization())
  ORDER BY member."id" FOR UPDATE
$$;
CREATE FUNCTION auth.set_member_role(member_user uuid, new_role text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = ''
AS $$
  UPDATE auth."member" SET "role" = new_role
  WHERE "organizationId" = (SELECT tenancy.current_organization()) AND "userId" = member_user
$$;
CREATE FUNCTION auth.remove_member(member_user uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = ''
AS $$
  DELETE FROM auth."member"
  WHERE "organizationId" = (SELECT tenancy.current_organization()) AND "userId" = member_user
$$;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA auth FROM PUBLIC;
GRANT USAGE ON SCHEMA auth TO catalograph_application;
GRANT SELECT ON auth.organization_member TO catalograph_application;
GRANT EXECUTE ON FUNCTION auth.lock_members(), auth.set_member_role(uuid, text), auth.remove_member(uuid)
  TO catalograph_application;

-- Every process caches for seconds who a token stands for. Triggers tell them at the commit, so no way of changing a
-- member or token can forget to.
CREATE FUNCTION auth.announce_member() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
DECLARE changed auth."member" := coalesce(NEW, OLD);
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Tokens die with the membership and stay dead should the person come back.
    UPDATE public.access_token SET revoked_at = now(), updated_at = now(), version = version + 1
    WHERE organization_id = OLD."organizationId" AND user_id = OLD."userId" AND revoked_at IS NULL;
    UPDATE auth."session" SET "activeOrganizationId" = NULL
    WHERE "userId" = OLD."userId" AND "activeOrganizationId" = OLD."organizationId";
  END IF;
  PERFORM pg_notify('catalograph_access',
    json_build_object('organization', changed."organizationId", 'user', changed."userId")::text);
  RETURN NULL;
END
$$;
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON auth."member"
  FOR EACH ROW EXECUTE FUNCTION auth.announce_member();

CREATE FUNCTION auth.announce_token() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
BEGIN
  PERFORM pg_notify('catalograph_access', json_build_object('token', OLD.id)::text);
  RETURN NULL;
END
$$;
CREATE TRIGGER announce AFTER DELETE OR UPDATE OF scopes, name, user_id, expires_at, revoked_at ON public.access_token
  FOR EACH ROW EXECUTE FUNCTION auth.announce_token();

CREATE FUNCTION auth.follow_organization_name() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
BEGIN
  UPDATE auth."organization" SET "name" = NEW.name WHERE "id" = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER follow_name AFTER UPDATE OF name ON public.organization
  FOR EACH ROW EXECUTE FUNCTION auth.follow_organization_name();
REVOKE ALL ON FUNCTION auth.announce_member(), auth.announce_token(), auth.follow_organization_name() FROM PUBLIC;
