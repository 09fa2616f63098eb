-- Makes somebody a member of the organization of the connection: the person with the address, else a new one with a
-- password. Like the functions beside it, the one way in which the application may change who belongs where; whoever has
-- an account keeps name and password.
CREATE FUNCTION auth.add_member(
  member_id uuid, person_id uuid, account_id uuid,
  person_email text, person_name text, password_hash text, new_role text, at timestamptz
) RETURNS TABLE (user_id uuid, is_new_person boolean, is_new_member boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
DECLARE
  known uuid;
  made uuid;
BEGIN
  INSERT INTO auth."user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
  VALUES (person_id, person_name, person_email, true, at, at)
  ON CONFLICT ("email") DO NOTHING RETURNING "id" INTO made;
  IF made IS NOT NULL THEN
    INSERT INTO auth."account" ("id", "accountId", "providerId", "userId", "password", "createdAt", "updatedAt")
    VALUES (account_id, made::text, 'credential', made, password_hash, at, at);
  END IF;
  SELECT person."id" INTO known FROM auth."user" AS person WHERE person."email" = person_email;
  INSERT INTO auth."member" ("id", "organizationId", "userId", "role", "createdAt")
  VALUES (member_id, (SELECT tenancy.current_organization()), known, new_role, at)
  ON CONFLICT ("organizationId", "userId") DO NOTHING;
  RETURN QUERY SELECT known, made IS NOT NULL, FOUND;
END
$$;
REVOKE ALL ON FUNCTION auth.add_member(uuid, uuid, uuid, text, text, text, text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.add_member(uuid, uuid, uuid, text, text, text, text, timestamptz)
  TO catalograph_application;
