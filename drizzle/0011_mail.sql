CREATE TABLE "password_resets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"ok" boolean NOT NULL,
	"last_error" text,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_state_one_row" CHECK ("mail_state"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" serial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"to" text NOT NULL,
	"letter" jsonb NOT NULL,
	"subject" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"message_id" text NOT NULL,
	"last_error" text,
	"about" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"try_since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now(),
	"leased_until" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "outbox_messageId_unique" UNIQUE("message_id")
);
--> statement-breakpoint
CREATE TABLE "owner_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"owner_language" text,
	"messages_kept_days" integer,
	CONSTRAINT "owner_settings_one_row" CHECK ("owner_settings"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("state","next_attempt_at");--> statement-breakpoint
CREATE INDEX "outbox_about" ON "outbox" USING btree ("about");