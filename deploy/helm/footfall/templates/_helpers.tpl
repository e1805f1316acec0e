{{- define "footfall.name" -}}
{{- if contains "footfall" .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-footfall" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* Labels that select the pods of a role: (dict "root" $ "role" "gateway") */}}
{{- define "footfall.selector" -}}
app.kubernetes.io/name: footfall
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end -}}

{{- define "footfall.labels" -}}
{{ include "footfall.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- define "footfall.image" -}}
{{- $tag := dig "tag" "" (index .root.Values .role) -}}
{{ .root.Values.image.repository }}:{{ $tag | default .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end -}}

{{/* A variable from the Secret; the list that names it decides whether it is optional. */}}
{{- define "footfall.secretVariable" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret }}
      key: {{ .name }}
      {{- if .optional }}
      optional: true
      {{- end }}
{{- end -}}

{{/* The environment of a role, without secrets that it does not need. */}}
{{- define "footfall.environment" -}}
{{- $root := .root -}}
{{- $required := dict
  "gateway" (list "SECRET")
  "loader" (list "SECRET" "CLICKHOUSE_URL")
  "api" (list "SECRET" "CLICKHOUSE_URL" "DATABASE_URL")
  "migration" (list "SECRET" "CLICKHOUSE_URL" "DATABASE_URL") -}}
{{- $bucket := list "REPLAY_BUCKET_ACCESS_KEY" "REPLAY_BUCKET_SECRET_KEY" -}}
{{- $optional := dict
  "gateway" (list "QUEUE_PASSWORD" "METRICS_TOKEN")
  "loader" (concat (list "QUEUE_PASSWORD" "METRICS_TOKEN") $bucket)
  "api" (concat (list "METRICS_TOKEN" "ADMIN_PASSWORD" "SMTP_URL") $bucket)
  "migration" (list "QUEUE_PASSWORD") -}}
- name: HOST
  value: 0.0.0.0
- name: PORT
  value: "3000"
- name: DATA_DIR
  value: /data
- name: BASE_URL
  value: {{ $root.Values.baseUrl | quote }}
{{- if ne .role "api" }}
- name: QUEUE_URL
  value: {{ $root.Values.queueUrl | quote }}
{{- end }}
{{- if eq .role "gateway" }}
- name: API_URL
  value: http://{{ include "footfall.name" $root }}-api:3000
- name: TRUST_PROXY
  value: {{ $root.Values.trustProxy | quote }}
- name: GATEWAY_WORKERS
  value: {{ $root.Values.gateway.workers | quote }}
{{- end }}
{{- if ne .role "gateway" }}
{{- with $root.Values.clickhouse.cluster }}
- name: CLICKHOUSE_CLUSTER
  value: {{ . | quote }}
{{- end }}
{{- with $root.Values.clickhouse.insertQuorum }}
- name: CLICKHOUSE_INSERT_QUORUM
  value: {{ . | quote }}
{{- end }}
{{- if $root.Values.clickhouse.authority.configMap }}
- name: CLICKHOUSE_CA
  value: /etc/footfall/clickhouse/{{ $root.Values.clickhouse.authority.key }}
{{- end }}
{{- end }}
{{- if eq .role "loader" }}
- name: HEALTH_PORT
  value: "3000"
{{- end }}
{{- range $name, $value := $root.Values.config }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range index $required .role }}
{{ include "footfall.secretVariable" (dict "name" . "secret" $root.Values.existingSecret) }}
{{- end }}
{{- range index $optional .role }}
{{ include "footfall.secretVariable" (dict "name" . "secret" $root.Values.existingSecret "optional" true) }}
{{- end }}
{{- end -}}

{{/* The path of CLICKHOUSE_CA in a container. */}}
{{- define "footfall.authorityMount" -}}
{{- if and (ne .role "gateway") .root.Values.clickhouse.authority.configMap }}
- { name: clickhouse-authority, mountPath: /etc/footfall/clickhouse, readOnly: true }
{{- end }}
{{- end -}}

{{- define "footfall.authorityVolume" -}}
{{- with .root.Values.clickhouse.authority.configMap }}
- name: clickhouse-authority
  configMap: { name: {{ . }} }
{{- end }}
{{- end -}}

{{- define "footfall.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "footfall.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/* Everything in a pod except its containers. */}}
{{- define "footfall.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
securityContext: {{ include "footfall.podSecurity" . | nindent 2 }}
{{- end -}}

{{/* Where the pods of a role may run. */}}
{{- define "footfall.placement" -}}
{{- $values := index .root.Values .role -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{ include "footfall.selector" . | nindent 8 }}
{{- with $values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $values.affinity }}
affinity: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* The one container of a role's pods. */}}
{{- define "footfall.container" -}}
- name: {{ .role }}
  image: {{ include "footfall.image" . }}
  imagePullPolicy: {{ .root.Values.image.pullPolicy }}
  args: [{{ .role }}]
  env: {{ include "footfall.environment" . | nindent 4 }}
  ports:
    - name: http
      containerPort: 3000
  # A first start waits for the databases.
  startupProbe:
    httpGet: { path: /healthz, port: http }
    periodSeconds: 5
    failureThreshold: 60
  livenessProbe:
    httpGet: { path: /healthz, port: http }
    periodSeconds: 10
    timeoutSeconds: 5
    failureThreshold: 6
  readinessProbe:
    httpGet: { path: /ready, port: http }
    periodSeconds: 5
    timeoutSeconds: 5
    failureThreshold: 2
  lifecycle:
    preStop:
      # Gives every node time to stop sending connections to this pod.
      exec: { command: [sleep, "5"] }
  resources: {{ toYaml (index .root.Values .role).resources | nindent 4 }}
  securityContext: {{ include "footfall.containerSecurity" . | nindent 4 }}
  volumeMounts:
    - { name: data, mountPath: /data }
    - { name: tmp, mountPath: /tmp }
    {{- include "footfall.authorityMount" . | nindent 4 }}
{{- end -}}
